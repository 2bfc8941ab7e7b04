// What forms get that nobody should send: made by hand, by mistake, or to break something. Whatever it is, the answer
// is words at the field, or it is kept as it was meant; never a fault, never something else than was sent.

const repeat = (text: string, times: number) => text.repeat(times)

/** Text for a name, a title, a message. */
export function badTexts(): string[] {
  const tricks = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    '{{constructor.constructor("return 1")()}}',
    '$'.concat('{7*7}'),
    '<%= 7*7 %>',
    "Robert'); drop table users;--",
    "' or '1'='1",
    '\\',
    '%00',
    '%s%n%d',
    '../../etc/passwd',
    '=cmd|calc!A1',
    '+SUM(1)',
    '-2+3',
    '@import',
    '\t=1+1',
    '＝1＋1',
    'null',
    'undefined',
    'NaN',
    'true',
    '[object Object]',
    '{"role":"admin"}',
    '__proto__',
    'constructor',
    '<0>bold</0>',
    '{name, plural, one {#} other {#}}',
    "{unclosed 'quote",
  ]
  const signs = [
    '\0',
    'a\0b',
    '\ud800',
    'a\udc00b',
    '\u202ereversed',
    'a\u200bb',
    '\u200d\u200d',
    '\ufeff',
    '\u2028\u2029',
    '\u0007bell',
    '\u001b[31mred',
    'a\r\nBcc: x@example.org',
    'a\r\n\r\nbody',
    'line\rline',
    '\n\n\n\n',
    '\u00a0',
    '\u3164',
    '\u2800',
  ]
  const speech = [
    "Ng'ang'a wa Thiong’o",
    'Mama wa Kambo — “Harambee!”',
    'ĩ ũ Ĩ Ũ',
    'e\u0301',
    'Ａｂｃ',
    'مرحبا',
    'שלום',
    '李小龙',
    '👩‍👩‍👧‍👦',
    '🇰🇪',
    '🙏🏾',
    '٣',
    '𝕳𝖆𝖗𝖆𝖒𝖇𝖊𝖊',
    `Z${repeat('\u0335', 50)}algo`,
    'ﷺ',
  ]
  const sizes = [
    '',
    ' ',
    '   \t  ',
    'a',
    repeat('a', 99),
    repeat('a', 100),
    repeat('a', 101),
    repeat('a', 999),
    repeat('a', 1000),
    repeat('a', 1001),
    repeat('🙏', 500),
    repeat('🙏', 501),
    repeat('ﷺ', 1000),
    repeat('a b ', 300),
    repeat('\n', 2000),
    repeat('x', 1_000_000),
    repeat('word ', 11),
  ]
  return [...tricks, ...signs, ...speech, ...sizes]
}

/** Addresses for mail: some can be written to, none may reach anybody else than it says. */
export function badEmails(): string[] {
  return [
    ...['', ' ', 'nobody', '@', 'a@', '@b.org', 'a@b', 'a b@example.org', 'a@@example.org', 'a@example..org'],
    ...['a@-example.org', '.a@example.org', 'a..b@example.org', 'a@example.org.', 'a@[127.0.0.1]', 'a@127.0.0.1'],
    ...['a@example.org, b@example.org', 'a@example.org;b@example.org', 'A <a@example.org>', '"a b"@example.org'],
    ...['a@example.org\nBcc: b@example.org', 'a@example.org\r\nSubject: x', 'a\0@example.org', 'mailto:a@example.org'],
    ...['a+tag@example.org', 'UPPER@EXAMPLE.ORG', ' a@example.org ', 'ñandú@example.org', 'a@müller.example'],
    ...[`${repeat('a', 64)}@example.org`, `${repeat('a', 242)}@example.org`, `a@${repeat('b', 250)}.org`],
    ...[`${repeat('a', 300)}@example.org`, repeat('a@', 500), 'a@xn--mller-kva.example', "o'connor@example.org"],
  ]
}

export function badPhones(): string[] {
  return [
    ...['', ' ', 'phone', '07', '071234567', '07123456789', '2547123456789', '254712345678', '+254712345678'],
    ...[
      '+254 712 345 678',
      '0712-345-678',
      '(0712) 345678',
      '0112345678',
      '712345678',
      '+1 212 555 0100',
      '+0712345678',
    ],
    ...[
      '00254712345678',
      '++254712345678',
      '0712 345 678 ext 5',
      '+٢٥٤٧١٢٣٤٥٦٧٨',
      '０７１２３４５６７８',
      '0712\n345678',
    ],
    ...['+254712345678; drop', repeat('1', 16), repeat('9', 500), '=+254712345678', '+', '-0712345678', '07123.45678'],
  ]
}

/** Days around this one ('2026-11-20') and days that are none. */
export function badDates(today: string): string[] {
  const beside = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
  return [
    ...['', ' ', today, beside(-1), beside(1), beside(-365), beside(729), beside(730), beside(731), beside(5000)],
    ...['2027-02-29', '2028-02-29', '2027-02-30', '2027-13-01', '2027-00-10', '2027-01-00', '0000-00-00', '0000-01-01'],
    ...[
      '0001-01-01',
      '9999-12-31',
      '10000-01-01',
      '-0001-01-01',
      '20270105',
      '2027-1-5',
      '05/01/2027',
      'today',
      'now()',
    ],
    ...['infinity', '2027-01-05T10:00:00Z', '2027-01-05T23:59:59-12:00', '٢٠٢٧-٠١-٠٥', '2027-01-05 ; drop', '1e9'],
  ]
}

/** Counts, amounts, and what stands for a number elsewhere. */
export function badNumbers(): string[] {
  return [
    ...['', ' ', '0', '-0', '-1', '0.009', '0.01', '1.005', '1e3', '1e400', '-1e400', 'NaN', 'Infinity', '-Infinity'],
    ...[
      '1,000',
      '1.000,00',
      '1 000',
      '٣',
      '１２',
      '0x10',
      '0b1',
      '010',
      '5+',
      '+5',
      '99.99',
      '100.001',
      '1_000',
      '--1',
    ],
    ...[
      '9007199254740992',
      '9007199254740993',
      '2147483647',
      '2147483648',
      '9223372036854775807',
      '9223372036854775808',
    ],
    ...['99999999999999999999999999', `0.${repeat('0', 400)}1`, repeat('9', 1000), '1;drop', 'null', 'true', '½', '∞'],
  ]
}

/** Fields of the tables that no visitor's form has. Sent along, they change nothing. */
export const foreignFields: Record<string, string> = {
  ...{ id: '00000000-0000-4000-8000-000000000000', fund_drive_id: '00000000-0000-4000-8000-000000000000' },
  ...{ user_id: '00000000-0000-4000-8000-000000000000', role: 'admin', status: 'confirmed', state: 'shown' },
  ...{ likes: '9999', raised_amount: '1000000', remaining_views: '1000000', used_views: '0', sequence: '7' },
  ...{ suspicion: '', visitor: 'somebody', fingerprint: 'x', once: 'x', created_at: '2020-01-01', language: 'xx' },
  ...{ number_of_guests: '5', visit_date: '2020-01-01', visit_time: '23:00', email_verified: 'true', slug: 'taken' },
}

/** Every third of a list: for a field that is read as another one is, which has met them all. */
export const some = <Value>(values: Value[]): Value[] => values.filter((_, nr) => nr % 3 === 0)

/** How a list of odd values is in the name of a test. */
export function named<Value extends string>(values: Value[]): [name: string, value: Value][] {
  return values.map((value, nr) => {
    const text = JSON.stringify(value)
    const short = text.length > 60 ? `${text.slice(0, 40)}… (${value.length})` : text
    return [`${nr} ${short}`, value]
  })
}
