import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { effortOf } from '#test/effort.ts'
import { paragraphsOf, plainOf } from './plain-text.ts'
import { cleanHtml, excerptOf, ownPicturesIn, textOfRichText } from './rich-text.server.ts'

const own = `/media/drives/${'a1'.repeat(16)}-1280.jpg`

describe('what a description may be made of', () => {
  test.each([
    ['headings', '<h1>Plan</h1><h2>Ward</h2><h3>Days</h3>'],
    ['words that stand out', '<p><strong>b</strong><em>i</em><u>u</u><s>s</s></p>'],
    ['lists within lists', '<ul><li><p>a</p><ol start="3"><li><p>b</p></li></ol></li></ul>'],
    ['a line break', '<p>a<br />b</p>'],
    ['an empty line', '<p>a</p><p></p><p>b</p>'],
    ['a link', '<p><a href="https://example.org/a?b=1&amp;c=2" target="_blank" rel="noopener nofollow ugc">x</a></p>'],
    ['a mailbox', '<a href="mailto:mama@example.org" target="_blank" rel="noopener nofollow ugc">x</a>'],
    ['our own picture', `<img src="${own}" alt="Mama" />`],
    ['a picture elsewhere', '<img src="https://example.org/a.jpg" alt="" />'],
    ['signs that mean something in HTML', '<p>1 &lt; 2 &amp;&amp; 3 &gt; 2 "so" \'so\'</p>'],
    ['letters of all kinds', '<p>Ndugu zangu, ng’ombe 😀 👩‍👩‍👧 مرحبا 10 000</p>'],
  ])('%s survives exactly', (_, html) => {
    expect(cleanHtml(html)).toBe(html)
  })

  test.each([
    ['<b>b</b><i>i</i><del>d</del><strike>s</strike>', '<strong>b</strong><em>i</em><s>d</s><s>s</s>'],
    ['<h4>four</h4><h6>six</h6>', '<h3>four</h3><h3>six</h3>'],
    ['<div><section><p>kept</p></section></div>', '<p>kept</p>'],
    ['<p class="x" style="color:red" id="y" data-z="1" onclick="z()">a</p>', '<p>a</p>'],
    ['<p>open <strong>and not closed', '<p>open <strong>and not closed</strong></p>'],
    ['<ul>a<p>b</p><li>c</ul>d<li>e', '<ul><li>a<p>b</p></li><li>c</li></ul>de'],
    ['<p>a<h1>b<p>c</h1>', '<p>a</p><h1>b</h1><p>c</p>'],
    [
      '<a href="https://x.org">a<a href="https://y.org">b</a></a>',
      expect.stringMatching(/^<a [^>]*x[^>]*>a<\/a><a [^>]*y[^>]*>b<\/a>$/),
    ],
    ['<ol start="-5"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    [
      '<a href="https://x.org" target="_self" rel="opener" download ping="https://y.org">a</a>',
      expect.stringContaining('<a href="https://x.org" target="_blank" rel="noopener nofollow ugc">a</a>'),
    ],
    [
      `<img src="${own}" srcset="https://evil.example 2x" width="9999" onerror="x()" alt="a">`,
      `<img src="${own}" alt="a" />`,
    ],
  ])('%s is written in our way', (html, clean) => {
    expect(cleanHtml(html)).toEqual(clean)
  })

  test.each(
    [
      'javascript:alert(1)',
      ' jAvAsCrIpT:alert(1)',
      'java\tscript:alert(1)',
      'java&#x09;script:alert(1)',
      '&#106;avascript:alert(1)',
      'data:text/html,<script>1</script>',
      'vbscript:x',
      'file:///etc/passwd',
      'tel:+254700000000',
      '//evil.example/x',
      '/fund-drive/other/settings',
      '#top',
      'https://user:secret@example.org/',
      'https://',
      '',
      `https://example.org/${'x'.repeat(2000)}`,
    ].map((address) => [address.slice(0, 60), address]),
  )('a link to %s keeps its words only', (_, address) => {
    expect(cleanHtml(`<p><a href="${address}">words</a></p>`)).toBe('<p>words</p>')
  })

  test.each(
    [
      'http://example.org/a.jpg',
      'data:image/png;base64,iVBORw0KGgo=',
      `data:image/png;base64,${'A'.repeat(5 * 1024 * 1024)}`,
      'data:image/svg+xml,<svg onload=alert(1)>',
      'blob:https://example.org/1',
      '/media/drives/../avatars/x.jpg',
      '/media/avatars/x.jpg',
      '/dashboard/picture',
      'javascript:alert(1)',
      '//example.org/a.jpg',
    ].map((address) => [address.slice(0, 60), address]),
  )('a picture at %s is left out', (_, address) => {
    expect(cleanHtml(`<p>a<img src="${address}" alt="x">b</p>`)).toBe('<p>ab</p>')
  })

  test('an address that is spelled strangely is kept as a browser reads it', () => {
    expect(cleanHtml('<a href="https://example.org/a b‮c">x</a>')).toContain(
      'href="https://example.org/a%20b%E2%80%AEc"',
    )
  })

  test('headings and links that nobody can see leave nothing behind but what is in them', () => {
    expect(cleanHtml('<h2> </h2><p>a</p><a href="https://x.org"> </a>')).toBe('<p>a</p>')
    expect(cleanHtml(`<h1><strong><img src="${own}" alt=""></strong></h1>`)).toContain(own)
  })

  test.each([
    '',
    ' ',
    '<p></p>',
    '<p>&nbsp;</p><p><br></p>',
    '<h1></h1>',
    '<p>&#8203;&#x202e;</p>',
    '<script>x</script>',
  ])('nothing to be seen is nothing: %j', (html) => {
    expect(cleanHtml(html)).toBeNull()
  })

  test('a heading of a sign that is taken out goes with it', () => {
    expect(cleanHtml('<h1>\0</h1><p>a</p>')).toBe('<p>a</p>')
    expect(cleanHtml('<h1>\u200e</h1><ul>\u0001<li>b</li></ul>')).toBe('<ul><li>b</li></ul>')
  })

  test('a mark that would join a tag does not break it', () => {
    const clean = cleanHtml('<p>&#x338;a</p><p>=&#x338;</p>')!
    expect(clean.startsWith('<p>\u0338a</p>')).toBe(true)
    expect(cleanHtml(clean)).toBe(clean)
  })

  test('ten thousand nested tags are no trouble', async () => {
    const effort = await effortOf(() =>
      expect(textOfRichText(cleanHtml(`${'<ul><li>'.repeat(5000)}deep`)!)).toBe('deep'),
    )
    expect(effort).toBeLessThan(5000)
  })
})

describe('whatever comes in', () => {
  const allowed =
    /^<(\/(h[123]|p|strong|em|u|s|ul|ol|li|a)|(h[123]|p|strong|em|u|s|ul|li)|ol( start="[1-9]\d{0,3}")?|br \/|a href="(https?:\/\/|mailto:)[^"<>]*" target="_blank" rel="noopener nofollow ugc"|img src="(https:\/\/|\/media\/drives\/)[^"<>]*" alt="[^"<>]*" \/)>$/i
  const expectClean = (html: string) => {
    const clean = cleanHtml(html) ?? ''
    for (const [tag] of clean.matchAll(/<[^>]*>/g)) expect(tag).toMatch(allowed)
    expect(clean.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/)
    expect(cleanHtml(clean) ?? '').toBe(clean)
  }
  const tag = fc.constantFrom(
    ...'h1 h2 h4 p b strong i em u s del ul ol li a img br div span table td tr script style svg math mtext mglyph iframe'.split(
      ' ',
    ),
    ...'noscript template form input button textarea select option object embed meta base link title xmp plaintext'.split(
      ' ',
    ),
  )
  const attribute = fc.tuple(
    fc.constantFrom(...'href src srcset alt style onerror onclick id class name start xlink:href'.split(' ')),
    fc.oneof(
      fc.constantFrom(
        'javascript:alert(1)',
        'https://x.org/a',
        'mailto:a@b.ke',
        own,
        '7',
        'data:text/html,x',
        '"><script>',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
    ),
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '<',
      '>',
      '&',
      '&lt;',
      '&#60;script&#62;',
      '\u0338',
      '&#x338;',
      '\ud800',
      '&#0;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '\0',
      '\u200e',
      '</p',
      '<?x',
      '<p',
      ' ',
    ),
  )
  const piece = fc.oneof(
    text,
    tag.map((name) => `</${name}>`),
    fc
      .tuple(tag, fc.array(attribute, { maxLength: 3 }))
      .map(([name, attributes]) => `<${name}${attributes.map(([key, value]) => ` ${key}="${value}"`).join('')}>`),
  )

  test('only what is allowed goes out, and cleaning it again changes nothing', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => expectClean(pieces.join(''))),
      { numRuns: 3000 },
    )
  })
})

describe('a text in a few words', () => {
  test('is one line of whole words', () => {
    const html = '<h1>Heal Mama</h1><p>She needs <b>surgery</b> &amp; rest.</p><ul><li>Ward</li><li>Drugs</li></ul>'
    expect(excerptOf(html, 160)).toBe('Heal Mama She needs surgery & rest. Ward Drugs')
    expect(excerptOf(html, 30)).toBe('Heal Mama She needs surgery…')
  })
  test('is never longer than asked, however long its words are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.integer({ min: 5, max: 60 }), (text, most) => {
        const excerpt = excerptOf(paragraphsOf(text), most)
        expect(excerpt.length).toBeLessThanOrEqual(most)
        expect(excerpt.isWellFormed()).toBe(true)
      }),
    )
    expect(excerptOf(null, 160)).toBe('')
  })
})

describe('a description typed without an editor', () => {
  test('is paragraphs and lines, and comes back as it was typed', () => {
    const typed = 'Dear friends,\nwelcome & karibu <3\n\nMama is "well".'
    const html = cleanHtml(paragraphsOf(typed))!
    expect(html).toBe('<p>Dear friends,<br />welcome &amp; karibu &lt;3</p><p>Mama is "well".</p>')
    expect(plainOf(html)).toBe(typed)
  })
  test('is HTML once it holds more than that, so that nothing is lost', () => {
    expect(plainOf('<p>a <strong>b</strong></p>')).toBeUndefined()
    expect(plainOf('<h1>a</h1>')).toBeUndefined()
    expect(plainOf(`<p>a</p><img src="${own}" alt="" />`)).toBeUndefined()
  })
})

test('our own pictures are found in a text', () => {
  expect(
    ownPicturesIn(`<img src="${own}" alt="" /><img src="${own}" alt="" /><img src="https://x.org/media/" alt="" />`),
  ).toEqual([own])
})
