import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from '#app/kit/languages.ts'
import { plainSpaces } from '#app/kit/money.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { MailLayout, type MailTemplate, PlainMail } from './mail.tsx'

export type RenderedMail = { subject: string; html: string; text: string; unsubscribe?: string }

/** Renders a mail in the reader's language, as HTML and as plain text. */
export function renderMail(language: Language, template: MailTemplate): RenderedMail {
  const words = wordsIn(language, catalogues[language])
  const subject = plainSpaces(words._(template.subject))
  const written = (plain: boolean) =>
    renderToStaticMarkup(
      <I18nProvider i18n={words}>
        <PlainMail value={plain}>
          <MailLayout
            language={language}
            subject={subject}
            {...(template.preview ? { preview: words._(template.preview) } : {})}
            {...(template.reason ? { reason: words._(template.reason) } : {})}
          >
            {template.body}
          </MailLayout>
        </PlainMail>
      </I18nProvider>,
    )
  const ends = template.unsubscribe ? { unsubscribe: template.unsubscribe } : {}
  return { subject, html: `<!doctype html>${written(false)}`, text: plainText(written(true)), ...ends }
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' }

/** Removes the rest of the markup from plain text: emphasis inside a sentence, and the characters that React escapes. */
const plainText = (markup: string) =>
  `${plainSpaces(markup)
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => entities[entity]!)
    .trim()}\n`
