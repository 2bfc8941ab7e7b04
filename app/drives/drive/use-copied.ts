import { useLingui } from '@lingui/react/macro'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { Said, Says } from '#app/kit/says.ts'
import { copyText } from '#app/ui/copy-text.ts'
import { toast } from '#app/ui/toast.tsx'
import { linkVia, shareSays } from './share.ts'

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
