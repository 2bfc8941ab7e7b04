import { Trans } from '@lingui/react/macro'
import { moneyText } from '#app/kit/money.ts'
import { Notice } from '#app/ui/notice.tsx'
import { paidTwicePath, type Second } from './paid-twice.ts'

/** Shows a notice on the page of thanks: more people see that than the page behind it. */
export function PaidTwice({ reference, second }: { reference: string; second: Second }) {
  const sum = moneyText(second.amount)
  return (
    <Notice
      tone={second.is === 'back' ? 'info' : 'warn'}
      className="mx-auto mb-5 w-full max-w-xl"
      title={<Trans>You paid twice</Trans>}
    >
      {second.is === 'back' && (
        <>
          <Trans>{sum} was returned to the number that paid.</Trans> <Code code={second.code} />
        </>
      )}
      {second.is === 'going back' && <Trans>We send {sum} back to the number that paid.</Trans>}
      {second.is === 'asked' && (
        <>
          <Trans>{sum} arrived a second time.</Trans>{' '}
          <a href={paidTwicePath(reference)} className="text-link">
            <Trans>Give both, or have one back</Trans>
          </a>
        </>
      )}
    </Notice>
  )
}

export const Code = ({ code }: Pick<Second, 'code'>) => code && <Trans>M-Pesa calls it {code}.</Trans>
