import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.tsx'
import { codesIn } from './two-factor.ts'

/** Returns the codes in an answer. They stay until the page is left: when its loaders run again, the router drops the answer. */
export function useCodes(answer: unknown): string[] | undefined {
  const codes = codesIn(answer)
  const [kept, keep] = useState(codes)
  if (codes && codes !== kept) keep(codes)
  return codes ?? kept
}

/** The backup codes for a lost phone, shown only once. */
export function BackupCodes({
  codes,
  onward = '/settings',
}: {
  codes: string[] /** The next page's address. */
  onward?: string
}) {
  const { t } = useLingui()
  const text = codes.join('\n')
  const copy = async () => {
    const copied = await copyText(text)
    await toast(copied ? { title: t`Backup codes copied`, tone: 'good' } : { title: t`Copying failed`, tone: 'bad' })
  }
  return (
    <div className="grid gap-5">
      <Notice tone="warn" title={<Trans>These codes are shown only now</Trans>}>
        <Trans>Each opens your account once when you don’t have your phone. Save them in a safe place.</Trans>
      </Notice>
      <ul
        data-testid="backup-codes"
        className="figures grid grid-cols-1 gap-x-4 gap-y-2 rounded-control border border-line bg-well whitespace-nowrap px-4 py-4 font-mono text-base sm:text-lg min-[22rem]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid gap-3 sm:flex">
        <Button
          type="button"
          variant="secondary"
          icon={<Copy aria-hidden="true" className="size-4" />}
          onClick={copy}
          className="needs-script"
        >
          <Trans>Copy</Trans>
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Harambee\n\n${text}\n`)}`}
          download="harambee-backup-codes.txt"
          className={buttonClass({ variant: 'secondary' })}
        >
          <Download aria-hidden="true" className="size-4" />
          <Trans>Download</Trans>
        </a>
        <LinkButton to={onward}>
          <Trans>I've saved them</Trans>
        </LinkButton>
      </div>
    </div>
  )
}
