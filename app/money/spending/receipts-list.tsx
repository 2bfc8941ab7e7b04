import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { smallCopy } from '#app/kit/picture.ts'
import { briefDayIn, noonOf } from '#app/kit/time.ts'
import type { SpentReceipt } from './spending.ts'

type ReceiptsListProps = {
  receipts: SpentReceipt[]
  /** The part below a receipt, such as the form that undoes it. */
  children?: (receipt: SpentReceipt) => ReactNode
}

/** Receipts of a withdrawal, in the order in which they were added. */
export function ReceiptsList({ receipts, children }: ReceiptsListProps) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {receipts.map((receipt) => (
        <li key={receipt.id} id={`receipt-${receipt.id}`} className="grid gap-1 py-3">
          <OneReceipt receipt={receipt} />
          {children?.(receipt)}
        </li>
      ))}
    </ul>
  )
}

function OneReceipt({ receipt }: { receipt: SpentReceipt }) {
  const { t, i18n } = useLingui()
  const { amount, paidTo, showsName, what, day, photo, noPhoto, undoneWhy, hidden } = receipt
  return (
    <div className="flex gap-3">
      {photo && <ReceiptPhoto photo={photo} what={what} />}
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="wrap-anywhere" dir="auto">
            {what}
          </span>
          <span className={`figures whitespace-nowrap font-semibold ${undoneWhy === null ? '' : 'line-through'}`}>
            {moneyText(amount)}
          </span>
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {paidTo === null ? <Trans>Name not shown</Trans> : <bdi>{paidTo}</bdi>}
          {paidTo !== null && !showsName && (
            <>
              {' '}
              <Trans>(not shown to others)</Trans>
            </>
          )}
          {', '}
          {briefDayIn(i18n.locale as Language, noonOf(day))}
        </p>
        {undoneWhy !== null && (
          <p className="wrap-anywhere text-sm" dir="auto">
            {t`Undone: ${undoneWhy}`}
          </p>
        )}
        {hidden !== null && (
          <p className="text-sm">
            <Trans>Photo: Hidden by {'{brand}'}</Trans>
          </p>
        )}
        {undoneWhy === null && noPhoto && (
          <p className="wrap-anywhere text-sm" dir="auto">
            {t`No photo: ${noPhoto}`}
          </p>
        )}
      </div>
    </div>
  )
}

/** A small copy of the photo, which leads to the whole one. */
function ReceiptPhoto({ photo, what }: { photo: string; what: string }) {
  const { t } = useLingui()
  return (
    <a href={photo} aria-label={t`Photo: ${what}`} className="block size-14 shrink-0 print:hidden">
      <img
        src={smallCopy(photo, 320)}
        alt=""
        width={56}
        height={56}
        loading="lazy"
        className="size-14 rounded-control border border-line object-cover"
      />
    </a>
  )
}
