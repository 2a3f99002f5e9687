import { test } from '../fixtures.ts'
import { deskScreens, refundScreens } from '../screens-desk.ts'
import { drawScreens } from './draw.ts'

test.use({ crew: 'off' })

drawScreens([...deskScreens, ...refundScreens])
