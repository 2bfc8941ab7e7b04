import type { IncomingHttpHeaders } from 'node:http'
import { msg } from '@lingui/core/macro'
import { languageOf } from '#app/kit/languages.ts'
import type { Words } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'

/** A request that is turned away before the product sees it. */
export class TurnedAway extends Error {
  status: number
  says: Words
  headers: Record<string, string>
  constructor(status: number, says: Words, headers: Record<string, string> = {}) {
    super(says.message ?? says.id)
    this.status = status
    this.says = says
    this.headers = headers
  }
}

/** The answer to it: one sentence in the visitor's language, as a page for browsers and as text for programs. */
export function turnedAwayAnswer({ status, says, headers }: TurnedAway, asked: IncomingHttpHeaders): Response {
  const language = languageOf(asked.cookie, asked['accept-language'])
  const words = wordsIn(language, catalogues[language])
  const sentence = words._(says)
  const isPage = asked.accept?.includes('text/html')
  const body = isPage ? page(language, status, sentence, words._(msg`Return to Home`)) : sentence
  const type = isPage ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8'
  return new Response(body, { status, headers: { 'content-type': type, ...headers } })
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const safe = (text: string) => text.replace(/[&<>"]/g, (letter) => entities[letter]!)

/** Stands alone: no built file is needed to read it. */
const page = (language: string, status: number, sentence: string, home: string) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${status} · Harambee</title>
<style>:root{color-scheme:light dark}body{font:1.125rem/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.25rem}a{color:inherit}</style>
</head><body><main><h1>${safe(sentence)}</h1><p><a href="/">${safe(home)}</a></p></main></body></html>
`
