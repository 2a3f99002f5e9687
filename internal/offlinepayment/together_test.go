package offlinepayment_test

import "sync"

// together makes n calls at once and returns their errors.
func together(n int, call func() error) []error {
	problems := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { problems[i] = call() })
	}
	wg.Wait()
	return problems
}

func countNil(problems []error) (n int) {
	for _, err := range problems {
		if err == nil {
			n++
		}
	}
	return n
}
