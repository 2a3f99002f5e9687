import { checkScreens } from '../screen-checks.ts'
import { messageScreens } from '../screens-messages.ts'
import { screens } from '../screens.ts'

checkScreens([...screens, ...messageScreens])
