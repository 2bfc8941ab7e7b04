import { msg } from '@lingui/core/macro'

export const refundTexts = {
  missing: msg`There is no such payment.`,
  notPaid: msg`This payment has not arrived, so there is nothing to refund.`,
  tooMuch: msg`You can’t refund more than was paid.`,
  leftChanged: msg`Part of this payment was refunded meanwhile. Please check what is left and try again.`,
  wholeShillings: msg`M-Pesa moves whole shillings: please write an amount without cents.`,
  refundOpen: msg`A refund of this payment is under way already.`,
}
