// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IRouteBridge} from "./interfaces/IRouteBridge.sol";

/// @title Tokens that a bridge carries, and their names in messages
abstract contract Assets is IRouteBridge {
    /// @param asset Name of the token in messages, the same on all chains.
    /// @param token Address of the token on this chain.
    struct Listing {
        bytes32 asset;
        address token;
    }

    /// @inheritdoc IRouteBridge
    mapping(address token => bytes32 asset) public assetOf;
    /// @inheritdoc IRouteBridge
    mapping(bytes32 asset => address token) public tokenOf;

    constructor(Listing[] memory listings) {
        for (uint256 i = 0; i < listings.length; i++) {
            assetOf[listings[i].token] = listings[i].asset;
            tokenOf[listings[i].asset] = listings[i].token;
            emit TokenListed(listings[i].asset, listings[i].token);
        }
    }

    function _assetOf(address token) internal view returns (bytes32 asset) {
        asset = assetOf[token];
        if (asset == bytes32(0)) revert UnknownToken(token);
    }

    function _tokenOf(bytes32 asset) internal view returns (address token) {
        token = tokenOf[asset];
        if (token == address(0)) revert UnknownAsset(asset);
    }
}
