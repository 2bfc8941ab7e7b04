import display from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2?url'
import type { LinkDescriptor } from 'react-router'

/** For the root's `links`: the display face is asked for with the page, not after its style sheet. */
export const fontLinks: LinkDescriptor[] = [
  { rel: 'preload', href: display, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]
