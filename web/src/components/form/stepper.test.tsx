import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { Stepper } from './stepper'

function Counted(props: Partial<Parameters<typeof Stepper>[0]>) {
  const [value, setValue] = useState(props.value ?? 1)
  return <Stepper label="Burger" {...props} value={value} onChange={setValue} />
}

test('ITEM-01 ITEM-08 counts up and down with a leading zero below ten, never below one', async () => {
  const { user } = renderApp(<Counted value={9} />)
  const figure = screen.getByRole('status')
  expect(figure).toHaveTextContent('09')
  await user.click(screen.getByRole('button', { name: 'One more Burger' }))
  expect(figure).toHaveTextContent('10')
  for (let taps = 0; taps < 12; taps++) await user.click(screen.getByRole('button', { name: 'One less Burger' }))
  expect(figure).toHaveTextContent('01')
  const less = screen.getByRole('button', { name: 'One less Burger' })
  expect(less).toHaveAttribute('aria-disabled', 'true')
  expect(less).toHaveFocus()
})

test('ITEM-08 asking for more than max calls onLimit and changes nothing', async () => {
  const onLimit = vi.fn()
  const { user } = renderApp(<Counted value={2} max={2} onLimit={onLimit} />)
  await user.click(screen.getByRole('button', { name: 'One more Burger' }))
  expect(onLimit).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('status')).toHaveTextContent('02')
})

test('CART-04 at one the minus is a bin, which calls onChange with zero', async () => {
  const onChange = vi.fn()
  const { user } = renderApp(<Stepper label="Burger" value={1} onChange={onChange} removable />)
  expect(screen.queryByRole('button', { name: 'One less Burger' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove Burger' }))
  expect(onChange).toHaveBeenCalledWith(0)
})

test('ITEM-08 CART-04 the minus takes a value above max down to max', async () => {
  const { user } = renderApp(<Counted value={6} max={3} removable />)
  await user.click(screen.getByRole('button', { name: 'One less Burger' }))
  expect(screen.getByRole('status')).toHaveTextContent('03')
})

test('CART-04 if nothing can be had, the minus is a bin at every value', async () => {
  const onChange = vi.fn()
  const { user } = renderApp(<Stepper label="Burger" value={5} max={0} onChange={onChange} removable />)
  await user.click(screen.getByRole('button', { name: 'Remove Burger' }))
  expect(onChange).toHaveBeenCalledWith(0)
})
