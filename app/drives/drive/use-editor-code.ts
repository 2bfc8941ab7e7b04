import { type ComponentType, useEffect, useState } from 'react'
import type { RichEditorProps } from '#app/ui/editor/editor.tsx'
import { useTryAgain } from '#app/ui/fetched.tsx'

type Code = ComponentType<RichEditorProps>
const fetchEditor = () => import('#app/ui/editor/editor.tsx').then((module) => module.default as Code)

/** Fetches the editor beforehand, when a person is about to ask for it. */
export const warmEditor = () => void fetchEditor().catch(() => {})

/** The editor's code, which is large and only fetched here. */
export function useEditorCode() {
  const [code, setCode] = useState<Code>()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try fetches again
  useEffect(() => {
    let left = false
    setFailed(false)
    fetchEditor().then(
      (found) => !left && setCode(() => found),
      () => !left && setFailed(true),
    )
    return () => {
      left = true
    }
  }, [tries])
  return { code, failed, tryAgain: useTryAgain(() => setTries(1)) }
}
