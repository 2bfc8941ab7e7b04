import type { Mutation } from './mutations.ts'

// Mistakes where many gifts come by M-Pesa at once, each with the test that has to notice it: see mutations.ts.

const phone = 'app/money/mpesa'

export const mutationsInBursts: Mutation[] = [
  {
    mistake: 'a claim that waits for a code is not looked at when many codes come together',
    file: `${phone}/book.server.ts`,
    is: `if (isClaimed) await`,
    becomes: `if (!isClaimed) await`,
    test: 'T529',
  },
  {
    mistake: 'a code that is named twice at one moment is told to be new twice',
    file: `${phone}/book.server.ts`,
    is: `isBooked.has(one)`,
    becomes: `booked.has(one.receipt)`,
    test: 'T530',
  },
  {
    mistake: 'each look at the list lets gifts in again that were told before they were listed',
    file: `${phone}/codes.server.ts`,
    is: `, heard_by = excluded.heard_by,`,
    becomes: `,`,
    test: 'T531',
  },
  {
    mistake: 'of a burst many looks at the list go on at the same time, and wait for each other at each code',
    file: `${phone}/confirm.server.ts`,
    is: `, inTurn: true`,
    becomes: ``,
    test: 'T532',
  },
  {
    mistake: 'of gifts that come together money of another amount is taken for what was asked for',
    file: `${phone}/book.server.ts`,
    is: ` and p.amount = m.cents\n`,
    becomes: `\n`,
    test: 'T533',
  },
  {
    mistake: 'a gift that came with many others goes on counting against its phone',
    file: `${phone}/credit.server.ts`,
    is: `is === 'applied' && placed`,
    becomes: `is === 'already' && placed`,
    test: 'T534',
  },
  {
    mistake: 'a request is booked among others although its money was booked for a person under its code',
    file: `${phone}/credit.server.ts`,
    is: `\n      and not exists (select from mpesa_receipts r where r.prompt_id = q.id and \${hasWaited})`,
    becomes: ``,
    test: 'T997',
  },
  {
    mistake: 'a code that is locked elsewhere keeps all waiting that are booked with it',
    file: `${phone}/credit.server.ts`,
    is: `for update of r skip locked`,
    becomes: `for update of r`,
    test: 'T996',
  },
  {
    mistake: 'a post takes the code of a payment before its request, which a booking locks first',
    file: `${phone}/codes.server.ts`,
    is: 'sql`(select count(*) from before) >= 0 and `',
    becomes: 'sql``',
    test: 'T1000',
  },
]
