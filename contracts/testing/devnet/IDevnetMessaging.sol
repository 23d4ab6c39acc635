// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity ^0.8.21;

/// @title Roles of the devnet's messaging contracts, which their owner grants
interface IDevnetRoles {
    /// @notice Grants a role to an account. Only the owner may.
    function grantRole(bytes32 role, address grantee) external;

    /// @notice Grants a role that concerns one other chain to an account. Only the owner may.
    function grantRoleWithSlug(bytes32 role, uint32 chainSlug, address grantee) external;

    /// @notice Returns the nonce of an account's next signed update.
    function nextNonce(address signer) external view returns (uint256);
}

/// @title A switchboard of the devnet, as the tests' actors use it
interface IDevnetSwitchboard is IDevnetRoles {
    /// @notice Opens the path to another chain, with a capacitor of its own. Only governance may.
    /// @param siblingSwitchboard Switchboard on the other chain; zero if any may send.
    function registerSiblingSlug(
        uint32 siblingChainSlug,
        uint256 maxPacketLength,
        uint256 capacitorType,
        uint256 initialPacketCount,
        address siblingSwitchboard
    ) external;

    /// @notice Makes an account a watcher of the messages that come from a chain. Only the owner may.
    function grantWatcherRole(uint32 srcChainSlug, address watcher) external;

    /// @notice Sets what a message to a chain pays the switchboard, in wei, with the signature of the account that may.
    /// @param verificationOverheadFees What repays the executor for the gas of verification.
    function setFees(
        uint256 nonce,
        uint32 dstChainSlug,
        uint128 switchboardFees,
        uint128 verificationOverheadFees,
        bytes calldata signature
    ) external;

    /// @notice A watcher attests that a proposed root is the one that was sealed on the source chain.
    function attest(bytes32 packetId, uint256 proposalCount, bytes32 root, bytes calldata signature) external;

    /// @notice A watcher stops all messages to this chain.
    function tripGlobal(uint256 nonce, bytes calldata signature) external;

    /// @notice A watcher stops the messages that come from one chain.
    function tripPath(uint256 nonce, uint32 srcChainSlug, bytes calldata signature) external;

    /// @notice A watcher stops one proposal of a packet for good.
    function tripProposal(uint256 nonce, bytes32 packetId, uint256 proposalCount, bytes calldata signature) external;

    /// @notice Undoes `tripGlobal`.
    function unTrip(uint256 nonce, bytes calldata signature) external;

    /// @notice Undoes `tripPath`.
    function unTripPath(uint256 nonce, uint32 srcChainSlug, bytes calldata signature) external;
}

/// @title The devnet's execution manager, as tests set its prices
interface IDevnetExecutionManager is IDevnetRoles {
    /// @dev Prices of execution, in wei: for a unit of gas, for a byte of payload, and for any message.
    struct ExecutionFees {
        uint80 perGas;
        uint80 perByte;
        uint80 overhead;
    }

    /// @dev All prices for one other chain.
    /// @param relativeNativeTokenPrice What its native token costs in this chain's, with 18 decimals.
    /// @param msgValueMaxThreshold Highest native value that a message may deliver, in wei.
    struct Prices {
        ExecutionFees executionFees;
        uint256 relativeNativeTokenPrice;
        uint256 msgValueMinThreshold;
        uint256 msgValueMaxThreshold;
    }

    /// @notice Sets what execution on another chain costs, with the signature of the account that may.
    function setExecutionFees(
        uint256 nonce,
        uint32 siblingChainSlug,
        ExecutionFees calldata executionFees,
        bytes calldata signature
    ) external;

    /// @notice Sets what the native token of another chain costs, with 18 decimals.
    function setRelativeNativeTokenPrice(
        uint256 nonce,
        uint32 siblingChainSlug,
        uint256 price,
        bytes calldata signature
    ) external;

    /// @notice Sets the highest native value that a message to another chain may deliver, in wei.
    function setMsgValueMaxThreshold(
        uint256 nonce,
        uint32 siblingChainSlug,
        uint256 value,
        bytes calldata signature
    ) external;
}

/// @title The devnet's transmit manager, as tests set its price
interface IDevnetTransmitManager is IDevnetRoles {
    /// @notice Sets what a message to another chain pays the transmitter, in wei.
    function setTransmissionFees(
        uint256 nonce,
        uint32 dstChainSlug,
        uint128 transmissionFees,
        bytes calldata signature
    ) external;
}
