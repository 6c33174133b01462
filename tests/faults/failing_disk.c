/* A disk that fails when it is told to, loaded before the C library. What it is told stands in a
 * file that both sides map: how many writes and flushes go well before the next fails, how many
 * fail, and with what error. A flush that fails loses what was written since the last good one, as
 * a kernel does that gives up on dirty pages: whoever then flushes again and believes it is lied to.
 * Where the error is -1 the power goes: all that was not flushed is lost, and the program ends
 * there. Where it is -2 the call hangs until none is to fail any more, and then succeeds. Files of
 * the database alone are touched, and not the one that is memory (-shm).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct told {
  int64_t well, fail, error; /* set by the test */
  int64_t calls, failed, lost; /* counted here */
};

struct undo {
  struct undo *before;
  ino_t file;
  int fd;
  off_t at, end;
  size_t length;
  char old[];
};

static struct told *told;
static struct undo *unflushed;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("SICK_DISK");
  int fd = path ? open(path, O_RDWR) : -1;
  void *map = fd < 0 ? MAP_FAILED
                     : mmap(0, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  told = map == MAP_FAILED ? 0 : map;
}

static int is_ours(int fd, struct stat *file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (!told || length < 0 || fstat(fd, file) || !S_ISREG(file->st_mode)) return 0;
  path[length] = 0;
  return strstr(path, ".db") && !strstr(path, "-shm");
}

static void take_back(struct undo *undo, int fd) {
  ssize_t (*put)(int, const void *, size_t, off_t) = real("pwrite64");
  int (*cut)(int, off_t) = real("ftruncate64");
  told->lost++;
  if (put(fd, undo->old, undo->length, undo->at) < 0 || cut(fd, undo->end)) abort();
}

static void blackout(void) {
  struct stat file;
  for (struct undo *undo = unflushed; undo; undo = undo->before) {
    int open = !fstat(undo->fd, &file) && file.st_ino == undo->file;
    if (open) take_back(undo, undo->fd);
  }
  kill(getpid(), SIGKILL);
}

/* Waits until the test lets the disk go on. */
static void hang(void) {
  volatile struct told *now = told;
  now->failed++;
  while (now->fail > 0) usleep(10000);
}

/* Whether this call fails. */
static int fails(void) {
  told->calls++;
  if (told->fail <= 0 || told->well-- > 0) return 0;
  if (told->error == -2) {
    hang();
    return 0;
  }
  if (told->error < 0) blackout();
  told->well = 0;
  told->fail--;
  told->failed++;
  return (int)told->error;
}

static void remember(int fd, struct stat *file, off_t at, size_t length) {
  struct undo *undo = calloc(1, sizeof *undo + length);
  undo->file = file->st_ino;
  undo->fd = fd;
  undo->at = at;
  undo->end = file->st_size;
  ssize_t had = pread(fd, undo->old, length, at);
  undo->length = had > 0 ? (size_t)had : 0;
  undo->before = unflushed;
  unflushed = undo;
}

/* Takes back what was written to a file since its last flush, or lets it stand. */
static void settle(int fd, struct stat *file, int lose) {
  for (struct undo **at = &unflushed; *at;) {
    struct undo *undo = *at;
    if (undo->file != file->st_ino) {
      at = &undo->before;
      continue;
    }
    if (lose) take_back(undo, fd);
    *at = undo->before;
    free(undo);
  }
}

static ssize_t writing(int fd, const void *bytes, size_t length, off_t at, int moves) {
  ssize_t (*put)(int, const void *, size_t, off_t) = real("pwrite64");
  ssize_t (*go)(int, const void *, size_t) = real("write");
  struct stat file;
  if (!is_ours(fd, &file)) return moves ? go(fd, bytes, length) : put(fd, bytes, length, at);
  pthread_mutex_lock(&one);
  int error = fails();
  if (!error) remember(fd, &file, moves ? lseek(fd, 0, SEEK_CUR) : at, length);
  ssize_t done = error ? -1 : moves ? go(fd, bytes, length) : put(fd, bytes, length, at);
  pthread_mutex_unlock(&one);
  if (error) errno = error;
  return done;
}

static int flushing(int fd, const char *name) {
  int (*flush)(int) = real(name);
  struct stat file;
  if (!is_ours(fd, &file)) return flush(fd);
  pthread_mutex_lock(&one);
  int error = fails();
  settle(fd, &file, error != 0);
  int done = error ? -1 : flush(fd);
  pthread_mutex_unlock(&one);
  if (error) errno = error;
  return done;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  return writing(fd, bytes, length, 0, 1);
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  return writing(fd, bytes, length, at, 0);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) {
  return writing(fd, bytes, length, at, 0);
}
int fsync(int fd) { return flushing(fd, "fsync"); }
int fdatasync(int fd) { return flushing(fd, "fdatasync"); }
