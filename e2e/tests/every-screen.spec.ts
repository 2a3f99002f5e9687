import { checkScreens } from '../screen-checks.ts'
import { screens } from '../screens.ts'

checkScreens(screens)
