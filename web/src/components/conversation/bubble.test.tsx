import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '@/test/render-app'
import { OutgoingBubble } from './bubble'

test('CHAT-01 a message that is being sent says how many images it has', () => {
  const message = { clientId: 'message-1', conversation: 4, writer: 1, text: '', images: ['a', 'b', 'c'] }
  renderApp(<OutgoingBubble message={message} isLive onRetry={() => {}} onDrop={() => {}} />)
  expect(screen.getByText('3 images')).toBeVisible()
})
