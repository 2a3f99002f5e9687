import { test } from '../fixtures.ts'
import { deskScreens, refundScreens } from '../screens-desk.ts'
import { deskMessageScreens } from '../screens-messages.ts'
import { reviewScreens } from '../screens-reviews.ts'
import { drawScreens } from './draw.ts'

test.use({ crew: 'off' })

drawScreens([...deskScreens, ...refundScreens, ...reviewScreens, ...deskMessageScreens])
