import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { nameOfChunk, splitWords } from './scripts/split-words.ts'
import { staticRoutes } from './scripts/static-routes.ts'
import { withoutAdvice, words } from './scripts/words-macro.ts'

/** What every page has, in one piece. Owners and administrators get theirs with their own pages; a new file of the site is named here when every visitor needs it. */
const isHouse = (id: string) =>
  /@lingui|lucide-react[\\/]dist[\\/]esm[\\/](createLucideIcon|Icon|defaultAttributes|context|shared)/.test(id) ||
  /[\\/]app[\\/](kit[\\/](?!provider-reasons|amount|fee|rights|lines|phone|choices|colour|uploads|web-address|list|gsm7|zones|pasted|calendar|csv-rows|crop\.)|root\.tsx|ui[\\/](theme|themes|skeleton|toast|notice|cx|document|use-hydrated|static-page|router|all-words|travel|until-there|old-page|typed|button|fetched|woven|weave)\.)/.test(
    id,
  ) ||
  /[\\/]app[\\/](site[\\/](brand|flash|footer|language-switch|not-found|preview|shell|static-page|top-bar|use-visitor|went-wrong)|people[\\/]accounts[\\/](use-person|session-keeper)|drives[\\/]drive[\\/]arriving)\.tsx?$/.test(
    id,
  )

/** What a drive's public page is made of, and others share: in one piece it is a seventh lighter than in thirty. */
const isDrivePage = (id: string) =>
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](chevron-(left|right)|x|user-round|share-2|calendar-(days|heart)|map-pin|hand-heart)\.m?js/.test(
    id,
  ) ||
  /[\\/]app[\\/]ui[\\/](tabs|badge|empty-state|more-link|progress|picture|carousel|use-live|live-line|sheet|rich-text)\.tsx?$/.test(
    id,
  ) ||
  /[\\/]app[\\/](drives[\\/](public-page[\\/](?!preview-banner|group-bar|checked|ended-notice|shut)[^/]+|drive[\\/](share-dialog|drive)|views[\\/](report-view|track-view)|gallery[\\/]hero-carousel|visits[\\/]book-visit|comments[\\/]comment)|site[\\/]navbar|money[\\/]donations[\\/](recent-gifts|known|donation))\.tsx?$/.test(
    id,
  )

/** What each form of a page is made of. */
const isForm = (id: string) => /[\\/]app[\\/]ui[\\/](field|use-form-action|draft|read-only)\.tsx?$/.test(id)

/** What a tab of a drive's public page is made of, one piece for each. */
const isOfTab = (tab: RegExp) => (id: string) => /[\\/]app[\\/]drives[\\/]/.test(id) && tab.test(id)

export default defineConfig(({ command }) => ({
  plugins: [staticRoutes(), words(), withoutAdvice(), splitWords(), tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Of the icons only those that a page names are read, not all two thousand.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
  // React has had this since 18; libraries bring a copy for those who don't.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  // The server is built whole, with its boot, so that every module of the product exists once in the process.
  environments: {
    ssr: {
      build: { rolldownOptions: { input: './server.ts' } },
      // The package of icons has 50 MB, of which the pages name a hundredth: the built server holds those, and no package.
      ...(command === 'build' ? { resolve: { noExternal: ['lucide-react'] } } : {}),
    },
    // Small parts that the same pages share travel together: fewer requests, and what is alike compresses together.
    client: {
      build: {
        rolldownOptions: {
          output: {
            chunkFileNames: nameOfChunk,
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
                  priority: 2,
                },
                { name: 'house', test: isHouse, priority: 1 },
                { name: 'drive-page', test: isDrivePage },
                { name: 'form', test: isForm },
                { name: 'comments-tab', test: isOfTab(/comments[\\/](comments-tab|comment-form|comment-name)/) },
                { name: 'gallery-tab', test: isOfTab(/gallery[\\/](gallery-tab|video-card)/) },
              ],
            },
          },
        },
      },
    },
  },
  server: { middlewareMode: true, watch: { ignored: ['**/data/**', '**/build/**'] } },
}))
