import { useLingui } from '@lingui/react/macro'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { Said } from '#app/kit/says.ts'
import { copyText } from '#app/ui/copy-text.ts'
import { toast } from '#app/ui/toast.tsx'
import { shareSays } from './share.ts'

/** Copies the link, says whether that worked, and shows it on the button for two seconds. */
export function useCopied(link: string) {
  const { i18n } = useLingui()
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const say = (words: (typeof shareSays)[keyof typeof shareSays]) => {
    const said: Said = { title: i18n._(words.title), tone: 'tone' in words ? words.tone : 'good' }
    toast('text' in words ? { ...said, text: i18n._(words.text) } : said)
  }
  const copy = async (event: MouseEvent<HTMLButtonElement>) => {
    const worked = await copyText(link, event.currentTarget.closest('dialog') ?? undefined)
    say(worked ? shareSays.copied : shareSays.notCopied)
    clearTimeout(timer.current)
    setCopied(worked)
    timer.current = setTimeout(() => setCopied(false), 2000)
  }
  return { copied, copy, say }
}
