import { describe, expect, test } from 'vitest'
import type { RowLook, RowProposal } from '#app/group/pasted-lists/pasted-list.ts'
import { readPaste } from '#app/group/pasted-lists/reading/read-paste.ts'

// Lists as groups write them.

type Line = [
  text: string,
  proposal: RowProposal,
  name: string | null,
  shillings: number,
  paid: number,
  looks?: RowLook[],
]
/** One line each, read beside a ticked one. */
const lines: Line[] = [
  ['1. Mama Njeri 500 ✅', 'gift', 'Mama Njeri', 500, 500],
  ['2) Baba Kamau - 1,000/= paid', 'gift', 'Baba Kamau', 1000, 1000],
  ['3. Wanjiru 2k ✔️', 'gift', 'Wanjiru', 2000, 2000],
  ['4.Otieno Ksh 1,500', 'pledge', 'Otieno', 1500, 0, ['not marked']],
  ['5 Achieng 300 ✅', 'gift', 'Achieng', 300, 300, ['odd name']],
  ['6. Mr & Mrs Mutua........5000 ✅', 'gift', 'Mr & Mrs Mutua', 5000, 5000],
  ["7. Ng'ang'a family 1.5k pledge", 'pledge', "Ng'ang'a family", 1500, 0],
  ['8. Juma 500/2000', 'pledge', 'Juma', 2000, 500],
  ['9. Kipchoge 2000 paid 500 bal 1500', 'pledge', 'Kipchoge', 2000, 500],
  ['10. Halima ahadi 2000 amelipa 500', 'pledge', 'Halima', 2000, 500],
  ['11. Asha 1000 (bal 400)', 'pledge', 'Asha', 1000, 600],
  ['12. Pastor James 3000/- cash ✅', 'gift', 'Pastor James', 3000, 3000],
  ['13. Auntie Rose 0722 000 111 2,000 ✅', 'gift', 'Auntie Rose', 2000, 2000],
  ['14. *Dr. Kariuki* - *10,000* ✅', 'gift', 'Dr. Kariuki', 10000, 10000],
  ['15. Class of 98 - 25,000 ✅', 'gift', 'Class of 98', 25000, 25000],
  ['16. Form 4 West 4500 ✅', 'gift', 'Form 4 West', 4500, 4500],
  ['17. Mzee Barasa 1000 atatuma Friday', 'pledge', 'Mzee Barasa', 1000, 0],
  ['18. Njoki 500 ⏳', 'pledge', 'Njoki', 500, 0],
  ['19. Wekesa 1000 ❌', 'pledge', 'Wekesa', 1000, 0],
  ['20. Anonymous 250 ✅', 'gift', 'Anonymous', 250, 250],
  ['21. Well wisher bob 200 ✅', 'gift', 'Well wisher', 200, 200],
  ['22. Chebet sh.500 ametuma', 'gift', 'Chebet', 500, 500],
  ['23. Mwangi 1000 UJ2AB8L07F', 'pledge', 'Mwangi', 1000, 0, ['not marked']],
  ['24. Odhiambo 1000 + 500 ✅', 'gift', 'Odhiambo', 1500, 1500, ['added up']],
  ['25. Muthoni elfu mbili ✅', 'gift', 'Muthoni', 2000, 2000],
  ['26. Kamene mia tano ✅', 'gift', 'Kamene', 500, 500],
  ['26. Redeemed Gospel Church 10,000 ✅', 'gift', 'Redeemed Gospel Church', 10_000, 10_000, ['odd name']],
  ['27. Uncle Tom $50 ✅', 'gift', 'Uncle Tom', 50, 50, ['other currency']],
  ['28. Rotich 5 000 ✅', 'gift', 'Rotich', 5000, 5000, ['odd amount']],
  ['- Naliaka: 700 ✅', 'gift', 'Naliaka', 700, 700],
  ['• Simiyu 1,200 - mpesa ✅', 'gift', 'Simiyu', 1200, 1200],
  ['Cherono 800 ✅', 'gift', 'Cherono', 800, 800],
  ['29.Kerubo 2/10/26 600 ✅', 'gift', 'Kerubo', 600, 600],
  ['30. 1000 Moraa ✅', 'gift', 'Moraa', 1000, 1000],
  ['31. ✅ Nyambura 1k', 'gift', 'Nyambura', 1000, 1000],
  ['32️⃣ Gathoni 400 ✅', 'gift', 'Gathoni', 400, 400],
  ['33. Kioko 1000 bado', 'pledge', 'Kioko', 1000, 0],
  ['34. Zawadi — 1,500 — ✅', 'gift', 'Zawadi', 1500, 1500],
  ['35. Ｋａｍａｕ １，０００ ✅', 'gift', 'Kamau', 1000, 1000],
  ['36. Wambui 500 out of 2000', 'pledge', 'Wambui', 2000, 500],
  ['38. Oduor 1.000 ✅', 'gift', 'Oduor', 1000, 1000, ['odd amount']],
  ['39. Oduor 1000 x 2 ✅', 'gift', 'Oduor', 1000, 1000, ['odd amount']],
  ['40. Tumepokea 500 kutoka kwa Asha', 'gift', 'Asha', 500, 500],
  ['42. St. Paul’s church 15k (cheque) ✅', 'gift', "St. Paul's church", 15000, 15000],
  ['43. Naomi- 2000 (1000 paid)', 'pledge', 'Naomi', 2000, 1000],
  ['44. Lilian 500 (Bal 500) ✅', 'gift', 'Lilian', 500, 500, ['two numbers']],
  ['45. Vero - mia mbili hamsini ✅', 'gift', 'Vero', 250, 250],
  ['46. Hon. MCA Karanja 20,000 pledge (Sunday)', 'pledge', 'Hon. MCA Karanja', 20000, 0],
  ['37. Team Umoja 40 500 ✅', 'gift', 'Team Umoja', 40500, 40500, ['odd amount']],
]

describe('lists', () => {
  test.each(lines)('%s', (text, proposal, name, shillings, paid, looks = []) => {
    const { rows } = readPaste(`1. A Neighbour 100 ✅\n${text}`)
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatchObject({ proposal, name, amount: shillings * 100, paid: paid * 100, looks })
  })

  const read = (text: string) =>
    readPaste(text).rows.map(({ name, proposal, paid, looks }) => [name, proposal, paid, looks])

  test('headings say what the lines below them are', () => {
    const list = `*MICHANGO YA MAMA*\n\n*PAID*\n1. Njeri 500\n2. Otis 1,000\n\n*PLEDGES*\n3. Juma 2,000\n4. Asha 300\n\nTotal: 1,500`
    expect(read(list)).toEqual([
      ['Njeri', 'gift', 50_000, []],
      ['Otis', 'gift', 100_000, []],
      ['Juma', 'pledge', 0, []],
      ['Asha', 'pledge', 0, []],
    ])
  })

  test('headings with a letter in front are headings', () => {
    const { rows } = readPaste('A) Waliotoa\n1. Asha 500\nB) Walioahidi\n2. Juma 1,000\nII. PAID\n3. A. Kamau 200')
    expect(rows.map(({ proposal, name, looks }) => [proposal, name, looks])).toEqual([
      ['gift', 'Asha', []],
      ['pledge', 'Juma', []],
      ['gift', 'A. Kamau', []],
    ])
  })

  test('a line may hold several gifts', () => {
    const names = (text: string) =>
      readPaste(text).rows.map(({ name, amount, proposal }) => [name, amount / 100, proposal])
    expect(names('41. Mary paid 500, Jane paid 300')).toEqual([
      ['Mary', 500, 'gift'],
      ['Jane', 300, 'gift'],
    ])
    expect(names('Paid: Joy 500, Shem & wife 1k + Priscilla 200. Total 1,700')).toEqual([
      ['Joy', 500, 'gift'],
      ['Shem & wife', 1000, 'gift'],
      ['Priscilla', 200, 'gift'],
    ])
    expect(names('Naomi pledged 2,000, paid 500')).toEqual([['Naomi', 2000, 'pledge']])
    const line = '10,000 each - Kibet, Rotich'
    expect(readPaste(line).rows.map(({ name, text }) => [name, text])).toEqual([
      ['Kibet', line],
      ['Rotich', line],
    ])
  })

  test('without any tick nobody is taken for paid', () => {
    expect(read('1. Njeri 500\n2. Otis 1000')).toEqual([
      ['Njeri', 'ask', 0, ['not marked']],
      ['Otis', 'ask', 0, ['not marked']],
    ])
  })

  test('a list says whether it adds up', () => {
    const list = '1. Njeri 500 ✅\n2. Otis 1000 ✅\n3. Juma 2000 pledge\n'
    const sums = (last: string) => readPaste(list + last).sums
    expect(sums('Total 1,500')).toEqual([{ line: 4, kind: 'total', amount: 150_000, addsUp: true }])
    expect(sums('TOTAL = 3,500/-')[0]?.addsUp, 'with what is promised').toBe(true)
    expect(sums('Jumla 1,600')[0]?.addsUp).toBe(false)
    expect(sums('Target: 100,000\nBalance 98,500').map(({ kind }) => kind)).toEqual(['goal', 'balance'])
  })

  test('the same name with the same sum twice is shown, and points at the first', () => {
    const { rows } = readPaste('1. Njeri 500 ✅\n2. Otis 1000 ✅\n3. Njeri 500 ✅')
    expect(rows.map(({ looks, resembles }) => [looks, resembles])).toEqual([
      [[], null],
      [[], null],
      [['twice in the list'], 1],
    ])
  })
})
