import type { Page } from '@playwright/test'

type File = { name: string; mimeType: string; buffer: Buffer }

/** 'Edit Personal Details'. */
export class ProfilePage {
  private readonly page
  readonly name
  readonly email
  readonly phone
  readonly password
  readonly confirm
  readonly current
  readonly update
  readonly code
  readonly photo

  constructor(page: Page) {
    const main = page.getByRole('main')
    this.page = page
    this.name = main.getByLabel('User name')
    this.email = main.getByRole('textbox', { name: 'Email' })
    this.phone = main.getByRole('textbox', { name: 'Phone' })
    this.password = main.getByLabel('New password (optional)')
    this.confirm = main.getByLabel('Confirm password')
    this.current = main.getByLabel('Current password')
    this.update = main.getByRole('button', { name: 'Update Profile' })
    this.code = page.getByRole('dialog', { name: /^Verify your/ })
    this.photo = page.getByRole('dialog', { name: 'Your photo' })
  }

  open = () => this.page.goto('/profile?page=profile-settings')

  /** The button that proves a contact, beside its field. */
  verify = (of: 'Email' | 'Phone') =>
    this.page
      .getByRole('main')
      .locator('form > *')
      .filter({ has: this.page.getByRole('textbox', { name: of }) })
      .getByRole('button', { name: 'Verify' })

  /** The code that the demo tells. */
  demoCode = async () => (await this.code.getByText(/^For demo purpose use otp/).locator('bdi').innerText()).trim()

  typeCode = (code: string) => this.code.getByRole('textbox').fill(code)

  async takePhoto(file: File) {
    await this.page.getByRole('button', { name: 'Change photo' }).click()
    await this.photo.locator('input[type=file]').setInputFiles(file)
  }

  /** A picture that is no square. */
  async draw(): Promise<Buffer> {
    const data = await this.page.evaluate(() => {
      const canvas = document.createElement('canvas')
      canvas.width = 640
      canvas.height = 400
      const paper = canvas.getContext('2d')!
      paper.fillStyle = '#0b7a4b'
      paper.fillRect(0, 0, 640, 400)
      return canvas.toDataURL('image/png').split(',')[1]!
    })
    return Buffer.from(data, 'base64')
  }
}
