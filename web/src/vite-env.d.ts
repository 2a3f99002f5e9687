/// <reference types="vite/client" />

declare module 'virtual:pseudo/*' {
  const messages: import('@/lib/languages').Messages
  export default messages
}
