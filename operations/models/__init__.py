from operations.models.process import Process, Sample

__all__ = ["Process", "Sample"]
