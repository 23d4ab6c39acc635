// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Message and packet ids: `chainSlug << 224 | account << 64 | counter`
library Ids {
    function encode(uint32 chainSlug, address account, uint64 counter) internal pure returns (bytes32) {
        return bytes32((uint256(chainSlug) << 224) | (uint256(uint160(account)) << 64) | counter);
    }

    function chainSlugOf(bytes32 id) internal pure returns (uint32) {
        return uint32(uint256(id) >> 224);
    }

    function accountOf(bytes32 id) internal pure returns (address) {
        return address(uint160(uint256(id) >> 64));
    }

    function counterOf(bytes32 id) internal pure returns (uint64) {
        return uint64(uint256(id));
    }
}
