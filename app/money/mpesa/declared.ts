import { msg } from '@lingui/core/macro'
import type { DiscrepancyWords } from '#app/base/ledger/discrepancy.ts'

// The discrepancies between M-Pesa and our books, and other reasons to call a person on this rail.

export const phoneDiscrepancies = {
  'a code that fits no request': {
    name: msg`An M-Pesa code that differs from what is booked`,
    hint: msg`M-Pesa or its statement has another amount or account for it than the one it is booked with. Nothing was changed. Compare both in the M-Pesa portal.`,
    about: null,
  },
  'a listed payment that can not be read': {
    name: msg`A payment in M-Pesa’s list that we can’t read`,
    hint: msg`Its amount, its date or its code is written as we don’t know it, so nothing was credited for it. Look for it in the M-Pesa portal, and import the statement of that day: then it counts.`,
    about: null,
  },
  'a code that nobody lists': {
    name: msg`An M-Pesa code that nobody lists`,
    hint: msg`It was told to us and never found when we asked. Nothing was credited for it.`,
    about: null,
  },
  'days that no list covers': {
    name: msg`Import the statement of M-Pesa`,
    hint: msg`M-Pesa’s list holds 48 hours, and it was not read for longer, as after a backup was restored. What arrived between these moments is only in the statement of the M-Pesa portal. Load the statement of these days down and import it under M-Pesa. This closes once statements reach from before the first moment to after the second; where nothing arrived at the edges, close it yourself.`,
    about: 'mpesa',
  },
  'a request that nobody can explain': {
    name: msg`An M-Pesa request that nobody can explain`,
    hint: msg`A day later nobody could say whether it was paid. Look in the M-Pesa portal for the account of the request. If it was paid, import the statement of that day: then it counts. If not, close this.`,
    about: 'payment',
  },
  'requests that nobody pays': {
    name: msg`Most M-Pesa requests for one fund drive are not paid`,
    hint: msg`Of its last twenty requests to phones at least fifteen were cancelled, not answered or not paid. Someone may be typing the numbers of others, whose phones ring. Look at its payments, and pause the fund drive if that goes on.`,
    about: 'drive',
  },
  'requests that are refused': {
    name: msg`M-Pesa refuses requests to phones`,
    hint: msg`The reason is ours to mend. 2028, SFC_IC0003: Paybill and till are mixed up. 8: our account is full. Wrong credentials: passkey and shortcode don’t fit. After two phones no request is sent for a quarter of an hour, then one is tried again. Paybill, card and bank go on.`,
    about: null,
  },
  'addresses that are refused': {
    name: msg`M-Pesa does not take our addresses`,
    hint: msg`They are said to it again and again. Until then payments from the menu of a phone are found only in the list, every five minutes. Look whether the app has C2B.`,
    about: null,
  },
  'questions that are refused': {
    name: msg`M-Pesa refuses our questions`,
    hint: msg`The API operator or its credential is not accepted. Payments are found by the list and the statement meanwhile.`,
    about: null,
  },
  'a question without an answer': {
    name: msg`M-Pesa did not answer a question`,
    hint: msg`It was asked a day ago. Look in the M-Pesa portal for what the question was about.`,
    about: null,
  },
  'a code like a gift without one': {
    name: msg`An M-Pesa code that is probably a gift’s`,
    hint: msg`It names no account of ours, and a request of the same amount was paid at that hour whose code was never told. It may be the same money, so it was held back for a day; now it is among the unplaced money. Compare both in the M-Pesa portal before anything is placed or sent back.`,
    about: null,
  },
  'addresses that are not ours': {
    name: msg`M-Pesa tells other addresses`,
    hint: msg`Payments from the menu of a phone are told to addresses that are not ours, so they are found only in the list, every five minutes. Put ours into the M-Pesa portal.`,
    about: null,
  },
  'a settlement that may be booked already': {
    name: msg`A settlement that may be booked already`,
    hint: msg`M-Pesa’s statement says that this left for the bank, and a settlement of the same amount is booked under another reference. If it is the same, close this. If not, book it under Settlements by the code of M-Pesa.`,
    about: null,
  },
  'a line of the statement': {
    name: msg`A line of M-Pesa’s statement that nobody knows`,
    hint: msg`Money moved in a way that is not booked. Look in the M-Pesa portal for what it was. Money that we put in from our bank is booked under Settlements, with this code as its reference.`,
    about: null,
  },
  'a tariff above our share': {
    name: msg`M-Pesa charged more than our share`,
    hint: msg`The charge is booked, as it is true. Look in the M-Pesa portal who bears the tariff, and how much it is.`,
    about: null,
  },
} satisfies Record<string, DiscrepancyWords>
