import { Trans } from '@lingui/react/macro'
import { phoneWhole } from '#app/kit/phone.ts'

/** How guests reach a host who wants to be reached. */
export function HostContact({ name, phone }: { name: string; phone: string }) {
  const link = 'inline-flex min-h-11 items-center text-link'
  return (
    <p className="flex flex-wrap items-center gap-x-5">
      <span dir="auto" className="font-semibold">
        {name}
      </span>
      <a href={`tel:${phone}`} className={`figures ${link}`}>
        <Trans>Call {phoneWhole(phone)}</Trans>
      </a>
      <a href={`https://wa.me/${phone.slice(1)}`} rel="noreferrer" className={link}>
        WhatsApp
      </a>
    </p>
  )
}
