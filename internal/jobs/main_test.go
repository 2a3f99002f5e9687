package jobs

import (
	"os"
	"testing"

	"hawker/internal/db/dbtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.RunSideBySide(m, 8)) }
