import { testInOneTab as test } from '../fixtures.ts'
import { checkScreens } from '../screen-checks.ts'
import { deskScreens, refundScreens } from '../screens-desk.ts'
import { deskMessageScreens } from '../screens-messages.ts'
import { reviewScreens } from '../screens-reviews.ts'

// With the simulated staff, no order would stay where a screen shows it.
test.use({ crew: 'off' })

checkScreens([...deskScreens, ...refundScreens, ...reviewScreens, ...deskMessageScreens])
