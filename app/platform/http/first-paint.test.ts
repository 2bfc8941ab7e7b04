import { expect, test } from 'vitest'
import { paintedFirst, sheetRules, stylesOf } from './first-paint.server.ts'

const css = `@layer theme,base;@property --tw-translate-x{syntax:"*";inherits:false;initial-value:0}@property --tw-blur{syntax:"*";inherits:false}
@font-face{font-family:Bricolage;src:url(/assets/a.woff2)}@font-face{font-family:Stand-in;src:local("Arial Bold")}
@layer components{.unused{top:0}}@layer base{html{color:red}/* a } in a comment */a::after{content:"}{"}}
.p-4{padding:1rem}.skip:not(:focus,.p-8){top:-9rem}.p-8{padding:2rem}.hover\\:p-9:hover{padding:9rem}.min-\\[25rem\\]\\:px-3,.group .never{padding:3px}
.cols-\\[fit\\,minmax\\(5\\.5rem\\,1fr\\)\\]{gap:1px}
.shift{translate:var(--tw-translate-x) 0}@media (min-width:64rem){.lg\\:grid{display:grid}.lg\\:flex{display:flex}}
@media print{.p-4{padding:0}}@keyframes pulse{50%{opacity:.5}}`
const rules = sheetRules(css)

test('a page takes the rules of its classes and of its elements, in their order and groups', () => {
  const html = '<p class="p-4 skip min-[25rem]:px-3 cols-[fit,minmax(5.5rem,1fr)] shift"><a class="lg:grid hover:p-9">'
  expect(stylesOf(html, rules)).toBe(
    '@layer theme,base;@font-face{font-family:Stand-in;src:local("Arial Bold")}' +
      '@layer components;@layer base{html{color:red}a::after{content:"}{"}}' +
      '.p-4{padding:1rem}.skip:not(:focus,.p-8){top:-9rem}.min-\\[25rem\\]\\:px-3,.group .never{padding:3px}.cols-\\[fit\\,minmax\\(5\\.5rem\\,1fr\\)\\]{gap:1px}.shift{translate:var(--tw-translate-x) 0}' +
      '@media (min-width:64rem){.lg\\:grid{display:grid}}' +
      '@property --tw-translate-x{syntax:"*";inherits:false;initial-value:0}',
  )
})

test('the style sheet waits for nothing and delays nothing; without a script it counts at once; no typeface comes before', () => {
  const page =
    '<html><head><link rel="preload" href="/a.woff2" as="font"/><link rel="stylesheet" href="/assets/a.css#"/></head><body class="p-8"></body></html>'
  const html = paintedFirst(page, 'n', (file) => (file === '/assets/a.css' ? rules : undefined), true)
  expect(html).toContain('.p-8{padding:2rem}')
  expect(html).toMatch(
    /<\/style><script nonce="n">.+?<\/script><link media="not all" rel="stylesheet" href="\/assets\/a.css#"\/>/,
  )
  expect(html).toContain('<noscript><link rel="stylesheet" href="/assets/a.css#"/></noscript></head><body class="p-8">')
  expect(html).not.toContain('woff2" as="font"')
  // Where React comes at once, the style sheet is asked for before its files.
  expect(html.indexOf('rel="preload" as="style" href="/assets/a.css#"')).toBeGreaterThan(0)
  expect(html.indexOf('as="style"')).toBeLessThan(html.indexOf('<style>'))
  expect(paintedFirst(page, 'n', () => rules, false)).not.toContain('as="style"')
  expect(paintedFirst(page, 'n', () => undefined, true)).toBe(page)
})
