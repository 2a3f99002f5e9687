import { useEffect, useMemo } from 'react'

/** Returns an address for a file that is only in memory, and releases it when the file changes. */
export function useObjectUrl(file: Blob | undefined) {
  const url = useMemo(() => file && URL.createObjectURL(file), [file])
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url)
    },
    [url],
  )
  return url
}
