import { messageScreens } from '../screens-messages.ts'
import { screens } from '../screens.ts'
import { drawScreens } from './draw.ts'

drawScreens([...screens, ...messageScreens])
