import { useRef } from 'react'
import { imageTypes } from '@/lib/account/shrink-image'

type Options = {
  name?: string
  multiple?: boolean
  onChoose: (chosen: readonly File[]) => void
}

/** Returns a hidden file input to render, and a function that opens its file chooser. */
export function useImageInput({ name, multiple, onChoose }: Options) {
  const field = useRef<HTMLInputElement>(null)
  const input = (
    <input
      ref={field}
      type="file"
      name={name}
      multiple={multiple}
      accept={imageTypes.join(',')}
      hidden
      aria-hidden
      tabIndex={-1}
      onChange={(event) => {
        onChoose([...(event.currentTarget.files ?? [])])
        event.currentTarget.value = '' // the same file can be chosen again
      }}
    />
  )
  return { input, openFiles: () => field.current?.click() }
}
