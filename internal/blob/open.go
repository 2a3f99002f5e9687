package blob

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/logging"
	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"gocloud.dev/blob/s3blob"
)

// Options say where the files are.
type Options struct {
	URL       string // file:///folder, a plain path, or s3://bucket/prefix?region=…&endpoint=…
	AccessKey string // of S3; "": the keys of the machine, as all programs of AWS find them
	SecretKey string
	CallTime  time.Duration // limit of one call; 0: 15s
}

const defaultCallTime = 15 * time.Second

// OpenURL opens what the options name. It sends nothing: Check does.
func OpenURL(ctx context.Context, o Options) (*Store, error) {
	u, err := url.Parse(o.URL)
	if err != nil {
		return nil, errors.New("the address of the files is not a URL") // its text may have a secret
	}
	var s *Store
	switch u.Scheme {
	case "s3":
		s, err = openS3(ctx, u, o)
	case "file", "":
		if u.Host != "" { // one slash is missing, and its first folder would be lost
			return nil, fmt.Errorf("the address of the files names the host %s: a folder is file:///srv/files", u.Host)
		}
		if s, err = Open(folderOf(u, o.URL)); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("the address of the files begins with %s://, but must begin with file:// or s3://", u.Scheme)
	}
	if err != nil {
		return nil, err
	}
	s.callTime = cmp.Or(o.CallTime, defaultCallTime)
	return s, nil
}

// IsFolder reports whether a URL names a folder, and which.
func IsFolder(location string) (dir string, ok bool) {
	u, err := url.Parse(location)
	if err != nil || u.Scheme != "file" && u.Scheme != "" {
		return "", false
	}
	return folderOf(u, location), true
}

func folderOf(u *url.URL, location string) string {
	if u.Scheme == "" {
		return location
	}
	return filepath.FromSlash(u.Path)
}

// Open opens a folder, and creates it if it is missing.
func Open(dir string) (*Store, error) {
	if dir == "" {
		return nil, errors.New("the address of the files names no folder: write file:///srv/files")
	}
	bucket, err := fileblob.OpenBucket(dir, &fileblob.Options{
		CreateDir:   true,
		DirFileMode: 0o700,
		// Temporary files are in the folder of the target: from another file system the
		// last step would be a copy, and a reader could see half a file.
		NoTempDir: true,
		// The key's ending says what the file is, so no second file with metadata is
		// needed.
		Metadata: fileblob.MetadataDontWrite,
	})
	if err != nil {
		return nil, fmt.Errorf("open the folder of files: %w", err)
	}
	return &Store{bucket: bucket, dir: dir, name: dir, callTime: defaultCallTime}, nil
}

// s3Settings are the parts of an s3:// URL.
type s3Settings struct {
	bucket, prefix, region, endpoint string
	pathStyle                        bool // the bucket is in the path, not in the host
}

func parseS3(u *url.URL) (s3Settings, error) {
	q := u.Query()
	set := s3Settings{bucket: u.Host, prefix: strings.Trim(u.Path, "/"), region: q.Get("region"), endpoint: q.Get("endpoint")}
	for name := range q {
		if name != "region" && name != "endpoint" && name != "path_style" {
			return set, fmt.Errorf("the address of the files has an unknown setting %.40q: it knows region, endpoint and path_style", name)
		}
	}
	e, err := url.Parse(set.endpoint)
	switch {
	case u.User != nil || err == nil && e.User != nil:
		return set, errors.New("the address of the files contains keys: give them as HAWKER_BLOB_ACCESS_KEY and HAWKER_BLOB_SECRET_KEY")
	case set.bucket == "":
		return set, errors.New("the address of the files names no bucket: write s3://bucket")
	case set.prefix != "" && !ValidKey(set.prefix):
		return set, errors.New("the folder in the bucket may have small letters, digits, dots, dashes and underscores")
	case set.endpoint != "" && (err != nil || e.Host == "" || e.Scheme != "https" && e.Scheme != "http"):
		return set, errors.New("the endpoint of the files is not http(s)://host")
	case set.endpoint == "" && set.region == "":
		return set, errors.New("the address of the files has neither a region nor an endpoint: write s3://bucket?region=eu-central-1")
	}
	set.pathStyle = cmp.Or(q.Get("path_style"), fmt.Sprint(set.endpoint != "")) == "true"
	return set, nil
}

func openS3(ctx context.Context, u *url.URL, o Options) (*Store, error) {
	set, err := parseS3(u)
	if err != nil {
		return nil, err
	}
	if (o.AccessKey == "") != (o.SecretKey == "") {
		return nil, errors.New("HAWKER_BLOB_ACCESS_KEY and HAWKER_BLOB_SECRET_KEY must both be set")
	}
	options := []func(*config.LoadOptions) error{config.WithRegion(cmp.Or(set.region, "us-east-1"))}
	if o.AccessKey != "" {
		options = append(options, config.WithCredentialsProvider(credentials.NewStaticCredentialsProvider(o.AccessKey, o.SecretKey, "")))
	}
	c, err := config.LoadDefaultConfig(ctx, options...)
	if err != nil {
		return nil, fmt.Errorf("read the keys of S3: %w", err)
	}
	checksums, validation := aws.RequestChecksumCalculationWhenSupported, aws.ResponseChecksumValidationWhenSupported
	if set.endpoint != "" { // other makers' S3 may not know checksums
		checksums, validation = aws.RequestChecksumCalculationWhenRequired, aws.ResponseChecksumValidationWhenRequired
	}
	client := s3.NewFromConfig(c, func(s *s3.Options) {
		s.UsePathStyle, s.RequestChecksumCalculation, s.ResponseChecksumValidation = set.pathStyle, checksums, validation
		s.Logger = logging.Nop{} // what went wrong is in the errors
		if set.endpoint != "" {
			s.BaseEndpoint = aws.String(set.endpoint)
		}
	})
	bucket, err := s3blob.OpenBucket(ctx, client, set.bucket, &s3blob.Options{RequestChecksumCalculation: checksums})
	if err != nil {
		return nil, err
	}
	name := "s3://" + set.bucket
	if set.prefix != "" {
		name += "/" + set.prefix
		bucket = blob.PrefixedBucket(bucket, set.prefix+"/")
	}
	return &Store{bucket: bucket, name: name}, nil
}

// checkKey is the file that Check writes. Instances that start together may share it.
const checkKey = "check/hawker.txt"

// Check writes, reads, lists and deletes a file, and returns a sentence for the owner if
// the files cannot be used.
func (s *Store) Check(ctx context.Context) error {
	text := []byte("hawker checks that it can use its files\n")
	steps := []struct {
		what string
		do   func() error
	}{
		{"written", func() error { return s.Put(ctx, checkKey, bytes.NewReader(text), 100) }},
		{"read", func() error { _, err := s.Get(ctx, checkKey, 100); return err }},
		{"listed", func() error { return s.list(ctx, "check/", "", func(Entry) error { return nil }) }},
		{"deleted", func() error { return s.Delete(ctx, checkKey) }},
	}
	for _, step := range steps {
		if err := step.do(); err != nil && !errors.Is(err, ErrNotFound) {
			return fmt.Errorf("the files of the town at %s cannot be %s: %s", s.name, step.what, s.reason(err))
		}
	}
	return nil
}

// reason says in plain words why a store cannot be used.
func (s *Store) reason(err error) string {
	api, _ := errors.AsType[smithy.APIError](err)
	switch {
	case errors.Is(err, errTimeout):
		return fmt.Sprintf("it did not respond within %v", s.callTime)
	case api == nil:
		return err.Error()
	case api.ErrorCode() == "NoSuchBucket":
		return "there is no such bucket"
	case api.ErrorCode() == "AccessDenied" || api.ErrorCode() == "Forbidden":
		return "the access key may not do this"
	case api.ErrorCode() == "InvalidAccessKeyId" || api.ErrorCode() == "SignatureDoesNotMatch":
		return "the access key or the secret key is wrong"
	}
	return api.ErrorCode()
}
