import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { type Language, localeOf } from './languages.ts'
import { readMessage } from './message-format.ts'

/** Words in one language. English needs no catalogue: it is in the code. */
export const wordsIn = (language: Language, messages: Messages = {}): I18n =>
  setupI18n({
    locale: language,
    locales: [localeOf[language]],
    messages: { [language]: messages },
  }).setMessagesCompiler(readMessage)
