import { screen } from '@testing-library/react'
import type { CropperProps } from 'react-easy-crop'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import PhotoDialog from './photo-dialog'

// The real one needs a layout, which jsdom lacks.
vi.mock('react-easy-crop', () => ({
  default: ({ crop, setMediaSize, setCropSize }: CropperProps) => {
    setMediaSize?.({ width: 300, height: 200, naturalWidth: 300, naturalHeight: 200 })
    setCropSize?.({ width: 200, height: 200 })
    return <output>{crop.x}</output>
  },
}))

test('PROF-03 the photo is also moved by a tap, which a drag is not', async () => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => {}
  const { user } = renderApp(<PhotoDialog opened onClose={() => {}} onPhoto={() => {}} />)
  const input = screen.getByRole('dialog').querySelector<HTMLInputElement>('input[type=file]')!
  await user.upload(input, new File(['x'], 'me.png', { type: 'image/png' }))
  const photo = await screen.findByRole('status')
  const at = (clientX: number) => ({ target: photo, coords: { clientX, clientY: 0 } })
  await user.pointer([{ keys: '[MouseLeft>]', ...at(0) }, at(30), { keys: '[/MouseLeft]', ...at(30) }])
  expect(photo).toHaveTextContent('0')
  await user.pointer({ keys: '[MouseLeft]', ...at(30) })
  expect(photo).toHaveTextContent('-30')
  await user.pointer({ keys: '[MouseLeft]', ...at(30) })
  expect(photo).toHaveTextContent('-50')
})
