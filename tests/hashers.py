"""The password hasher of tests."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickArgon2Hasher(Argon2PasswordHasher):
    """Argon2 with the lowest cost. The regular hasher, which takes half a second, reads its hashes as well."""

    time_cost, memory_cost, parallelism = 1, 8, 1
