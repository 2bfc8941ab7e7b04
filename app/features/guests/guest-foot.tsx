import { useLingui } from '@lingui/react/macro'

/** The small print: who wrote the guest's name here, and what they see. */
export function GuestFoot({ host, byShare }: { host: string; byShare: boolean }) {
  const { t } = useLingui()
  return (
    <footer className="grid gap-3 border-line border-t px-4 pt-6 text-muted text-sm">
      <p>
        {byShare
          ? t`You answered on the open link. ${host} sees your name, your number and your answer.`
          : t`${host} put your name here, and sees that you opened this page, and your answer.`}
      </p>
    </footer>
  )
}
