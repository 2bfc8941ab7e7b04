import type { IncomingHttpHeaders } from 'node:http'
import { msg } from '@lingui/core/macro'
import { languageOf } from '#app/kit/languages.ts'
import type { Answer, Words } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'

/** A request that is refused before the product sees it. */
export class TurnedAway extends Error {
  status: number
  says: Words
  headers: Record<string, string>
  /** The form field in fault, if there is one. */
  field: string | undefined
  constructor(status: number, says: Words, headers: Record<string, string> = {}, field?: string) {
    super(says.message ?? says.id)
    this.status = status
    this.says = says
    this.headers = headers
    this.field = field
  }
}

/** Makes its answer: one sentence in the visitor's language, as a page for browsers, for a form's script, or as text. */
export function turnedAwayAnswer({ status, says, headers, field }: TurnedAway, asked: IncomingHttpHeaders): Response {
  const language = languageOf(asked.cookie, asked['accept-language'])
  const words = wordsIn(language, catalogues[language])
  const sentence = words._(says)
  if (asked.accept === 'application/json') return Response.json(answerNo(sentence, field), { status, headers })
  const isPage = asked.accept?.includes('text/html')
  const body = isPage ? page(language, status, sentence, words._(msg`Return to Home`)) : sentence
  const type = isPage ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8'
  return new Response(body, { status, headers: { 'content-type': type, ...headers } })
}

const answerNo = (title: string, field: string | undefined): Answer =>
  field ? { ok: false, errors: { [field]: title } } : { ok: false, says: { title, tone: 'bad' } }

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const safe = (text: string) => text.replace(/[&<>"]/g, (letter) => entities[letter]!)

/** Needs no built file. */
const page = (language: string, status: number, sentence: string, home: string) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${status} · Harambee</title>
<style>:root{color-scheme:light dark}body{font:1.125rem/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.25rem}a{color:inherit}</style>
</head><body><main><h1>${safe(sentence)}</h1><p><a href="/">${safe(home)}</a></p></main></body></html>
`
