import type { I18n } from '@lingui/core'

/** What a file is asked for with: the address of its page, and in whose words. */
export type Wanted = { query: URLSearchParams; words: I18n }
