import type { ReactNode } from 'react'

// The networks in a stroke or two, drawn by us: enough to be known by.

const mark = (path: ReactNode) => (
  <svg
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
    className="shrink-0"
  >
    {path}
  </svg>
)

export const shareMarks = {
  whatsapp: mark(
    <>
      <path d="m3 21 1.6-4.7A9 9 0 1 1 8 19.5z" />
      <path d="M9 8.2c-.6 3 3 6.8 6.3 6.6.900-.1 1.2-.9 1.2-1.600l-2-1-1 1.100c-1.2-.4-2-1.2-2.6-2.400l1-1-.8-2.100c-.8-.1-1.8-.3-2.1.4z" />
    </>,
  ),
  facebook: mark(
    <path d="M14.5 21v-8h3l.5-3.500h-3.500V7.500c0-1.2.6-1.8 1.8-1.800H18V2.800c-4.5-.8-7 .9-7 4.500v2.200H8V13h3v8" />,
  ),
  x: mark(<path d="m4 4 16 16M20 4 4 20" />),
  instagram: mark(
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17 7h.01" />
    </>,
  ),
}
