import type { LinkDescriptor } from 'react-router'

/** For the root's `links`: the mark in its several shapes. */
export const iconLinks: LinkDescriptor[] = [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]
