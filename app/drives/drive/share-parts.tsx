import { Trans, useLingui } from '@lingui/react/macro'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Said, Says } from '#app/kit/says.ts'
import { copyText } from '#app/ui/copy-text.ts'
import { toast } from '#app/ui/toast.tsx'
import { linkVia, type Paybill, shareSays } from './share.ts'

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

/** Shows how any phone pays without a link: beside each link that is passed on. */
export function PaybillLine({ paybill, className }: { paybill: Paybill; className?: string }) {
  const { number, account } = paybill
  return (
    <p className={className}>
      <Trans>
        M-Pesa from any phone: Paybill <b>{number}</b>, account <b>{account}</b>
      </Trans>
    </p>
  )
}

type CopyWords = Record<'copied' | 'notCopied', Says>

/** Copies the link with its mark, says whether that worked, and shows it on the button for two seconds. */
export function useCopied(link: string, words: CopyWords = shareSays) {
  const { i18n } = useLingui()
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const say = ({ title, text, tone = 'good' }: Says) => {
    const said: Said = { title: i18n._(title), tone }
    toast(text ? { ...said, text: i18n._(text) } : said)
  }
  const copy = async (event: MouseEvent<HTMLButtonElement>) => {
    const worked = await copyText(linkVia(link, 'copy'), event.currentTarget.closest('dialog') ?? undefined)
    say(worked ? words.copied : words.notCopied)
    clearTimeout(timer.current)
    setCopied(worked)
    timer.current = setTimeout(() => setCopied(false), 2000)
  }
  return { copied, copy, say }
}
