import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { createSwcExtractor } from '@lingui/native-tools'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'sw'],
  catalogs: [
    { path: `${process.env.WORDS_FOLDER ?? 'app/locales'}/{locale}`, include: ['app'], exclude: ['**/*.test.*'] },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'messageId',
  extractors: [createSwcExtractor()],
})
