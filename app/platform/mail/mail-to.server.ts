import type { Language } from '#app/kit/languages.ts'
import type { MailTemplate } from '#app/ui/mail.tsx'
import { renderMail } from '#app/ui/render-mail.server.tsx'
import { type Mail, sendMail } from './mail.server.ts'

/** Writes a mail in the language of its reader, and sends it. */
export const mailTo = (
  to: string,
  language: Language,
  template: MailTemplate,
  more: Pick<Mail, 'attachment' | 'calendar'> = {},
): Promise<void> => sendMail({ to, ...renderMail(language, template), ...more })
