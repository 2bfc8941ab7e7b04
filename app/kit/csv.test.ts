import { expect, test } from 'vitest'
import { csvAnswer, csvLine } from './csv.ts'

test('what begins like a formula is text, and numbers stay numbers', () => {
  expect(csvLine(['=cmd|calc', '+254712345678', '@x', '-1', -1, '\tx'])).toBe(
    "'=cmd|calc,'+254712345678,'@x,'-1,-1,'\tx\r\n",
  )
})

test('commas, quotes and line breaks stay in their cell', () => {
  expect(csvLine(['a,b', 'say "asante"', 'two\nlines', null, 'plain'])).toBe(
    '"a,b","say ""asante""","two\nlines",,plain\r\n',
  )
})

test('a table comes as a download with its head and every page', async () => {
  async function* pages() {
    yield [['Amina', 1]] as [string, number][]
    yield [['Juma', 2]] as [string, number][]
  }
  const answer = csvAnswer('visits of mama/achieng', ['Guest', 'Guests'], pages())
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="visits-of-mama-achieng.csv"')
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())).toBe(
    '\uFEFFGuest,Guests\r\nAmina,1\r\nJuma,2\r\n',
  )
})
