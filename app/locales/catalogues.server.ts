import type { Messages } from '@lingui/core'
import type { Language } from '#app/kit/languages.ts'
import { messages as sw } from './sw.po'

/** All catalogues, for the server. English is in the code. */
export const catalogues: Record<Language, Messages> = { en: {}, sw }
