declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
// The words of visitors' pages, and the rest: see scripts/split-words.ts.
declare module '*.po?visitors' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
declare module '*.po?rest' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router'
  const build: ServerBuild
  export = build
}
