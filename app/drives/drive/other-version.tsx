import { Trans, useLingui } from '@lingui/react/macro'
import type { Editor } from '@tiptap/core'
import { useId } from 'react'
import { Button } from '#app/ui/button.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { Notice } from '#app/ui/notice.tsx'
import { RichText, type SafeHtml } from '#app/ui/rich-text.tsx'
import { toast } from '#app/ui/toast.tsx'

type OtherVersionProps = {
  saved: { version: number; shown: SafeHtml | null }
  /** The form that saves: its button here saves over what is here. */
  form: string
  busy: boolean
  /** The editor whose text can be copied; without a script there is none. */
  written?: () => Editor | null
}

/** Shows what another window saved in the meantime, before anybody writes over it. */
export function OtherVersion({ saved, form, busy, written }: OtherVersionProps) {
  const { t } = useLingui()
  const title = useId()
  const copy = async () => {
    const done = await copyText(written?.()?.getText({ blockSeparator: '\n\n' }) ?? '')
    toast(
      done
        ? { title: t`Copied to the clipboard`, tone: 'good' }
        : { title: t`Copying did not work. Please select the text and copy it yourself.`, tone: 'bad' },
    )
  }
  return (
    <div className="grid gap-3">
      <Notice tone="warn" title={<Trans>This description was changed in another window</Trans>}>
        <Trans>What you wrote is still here and has not been saved. Below is what is saved now.</Trans>
      </Notice>
      <section
        aria-labelledby={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the person who has no mouse has to be able to scroll it
        tabIndex={0}
        className="max-h-72 overflow-y-auto rounded-card border border-line bg-well p-4"
      >
        <h3 id={title} className="mb-2 text-lg">
          <Trans>Saved in the other window</Trans>
        </h3>
        {saved.shown ? (
          <RichText html={saved.shown} />
        ) : (
          <p className="text-muted">
            <Trans>Nothing: the description is empty now.</Trans>
          </p>
        )}
      </section>
      <div className="flex flex-wrap gap-3">
        {written && (
          <Button type="button" variant="secondary" onClick={() => void copy()} className="needs-script">
            <Trans>Copy what you wrote</Trans>
          </Button>
        )}
        <Button
          form={form}
          name="over"
          value={saved.version}
          variant="secondary"
          busy={busy}
          busyText={t`Saving...`}
        >{t`Save mine instead`}</Button>
      </div>
    </div>
  )
}
