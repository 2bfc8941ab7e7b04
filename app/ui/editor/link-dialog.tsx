import { Trans, useLingui } from '@lingui/react/macro'
import type { Editor } from '@tiptap/core'
import { type FormEvent, useState } from 'react'
import { meantLink } from '#app/kit/web-address.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { Input } from '../input.tsx'

/** Where the chosen words lead to. Without chosen words it asks for them, too. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useLingui()
  const here = editor.isActive('link')
  const [bare] = useState(() => editor.state.selection.empty && !here)
  const [wrong, setWrong] = useState(false)
  const leave = () => {
    onClose()
    // After the dialog has given the focus back to the button that opened it.
    setTimeout(() => editor.view.focus())
  }
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const href = meantLink(String(fields.get('href')))
    if (!href) return setWrong(true)
    if (bare) insert(editor, href, String(fields.get('text')).trim())
    else editor.chain().extendMarkRange('link').setLink({ href }).run()
    leave()
  }
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run()
    leave()
  }
  return (
    <Dialog open onClose={onClose} size="small" title={here ? <Trans>Edit link</Trans> : <Trans>Add a link</Trans>}>
      <form onSubmit={save} noValidate className="grid gap-4">
        <Field
          label={<Trans>Link address</Trans>}
          name="href"
          error={wrong && <Trans>Please enter a web address or an email address.</Trans>}
          hint={<Trans>Such as example.org or mama@example.org</Trans>}
        >
          <Input
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            autoFocus
            defaultValue={editor.getAttributes('link').href ?? ''}
            onChange={() => setWrong(false)}
          />
        </Field>
        {bare && (
          <Field label={<Trans>Words to show</Trans>} name="text" optional>
            <Input autoComplete="off" />
          </Field>
        )}
        <div className="grid gap-3 sm:flex sm:justify-end">
          {here && (
            <Button type="button" variant="secondary" onClick={remove}>
              <Trans>Remove link</Trans>
            </Button>
          )}
          <Button>{here ? t`Save` : t`Add link`}</Button>
        </div>
      </form>
    </Dialog>
  )
}

function insert(editor: Editor, href: string, typed: string) {
  const text = typed || href.replace(/^mailto:/, '')
  const mark = { type: 'link', attrs: { href } }
  editor
    .chain()
    .insertContent({ type: 'text', text, marks: [mark] })
    .unsetMark('link')
    .run()
}
