/// <reference types="vite/client" />

declare module 'virtual:pseudo/*' {
  const messages: import('./lib/text/languages').Messages
  export default messages
}
