import { testInOneTab as test } from '../fixtures.ts'
import { checkScreens } from '../screen-checks.ts'
import { messageScreens } from '../screens-messages.ts'
import { screens } from '../screens.ts'

test.use({ ownClock: true })

checkScreens([...screens, ...messageScreens], { failures: true })
