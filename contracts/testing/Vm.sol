// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Cheatcodes that the bases for tests use
/// @notice Hardhat and Foundry provide the cheatcodes; this interface has the names that both know, so that no other
/// package is needed. A project that has an interface of its own can go on using it.
// solhint-disable-next-line interface-starts-with-i
interface Vm {
    /// @dev A recorded log. The first topic is the event, unless it is anonymous.
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    /// @notice Returns the address of a private key.
    function addr(uint256 privateKey) external pure returns (address);

    /// @notice Signs a digest with a private key.
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);

    /// @notice Sets the native balance of an account, in wei.
    function deal(address account, uint256 balance) external;

    /// @notice Sets `block.chainid`.
    function chainId(uint256 id) external;

    /// @notice Sets `block.timestamp`, in Unix seconds.
    function warp(uint256 timestamp) external;

    /// @notice Sets `block.number`.
    function roll(uint256 blockNumber) external;

    /// @notice Makes the next call come from an account.
    function prank(address sender) external;

    /// @notice Makes all calls come from an account, until `stopPrank`.
    function startPrank(address sender) external;

    /// @notice Undoes `startPrank`.
    function stopPrank() external;

    /// @notice Gives an account a name in traces.
    function label(address account, string calldata name) external;

    /// @notice Returns the nonce of an account, which its next deployment uses.
    function getNonce(address account) external view returns (uint64);

    /// @notice Returns where an account's deployment with a nonce goes.
    function computeCreateAddress(address deployer, uint256 nonce) external pure returns (address);

    /// @notice Returns the creation code of a contract of the project, by its name.
    function getCode(string calldata artifact) external view returns (bytes memory creationCode);

    /// @notice Starts to record logs.
    function recordLogs() external;

    /// @notice Returns the logs since the last call, those of reverted calls too, and forgets them.
    function getRecordedLogs() external returns (Log[] memory);

    /// @notice Returns the URL of an endpoint of the runner's configuration. Reverts if it has none of that name.
    function rpcUrl(string calldata name) external view returns (string memory);

    /// @notice Gives the runner a value beside the result of the test.
    function snapshotValue(string calldata group, string calldata name, uint256 value) external;

    /// @notice Returns a value as text, as the functions of that name below do.
    function toString(bytes32 value) external pure returns (string memory);

    function toString(bytes calldata value) external pure returns (string memory);

    function toString(address value) external pure returns (string memory);

    function toString(uint256 value) external pure returns (string memory);

    /// @notice Fails the test unless the next call emits the event that the test emits next, from that contract.
    function expectEmit(address emitter) external;

    /// @notice Fails the test unless the next call reverts, with anything.
    function expectRevert() external;

    /// @notice Fails the test unless the next call reverts with an error of that selector.
    function expectRevert(bytes4 selector) external;

    /// @notice Fails the test unless the next call reverts with exactly this data.
    function expectRevert(bytes calldata revertData) external;

    /// @notice Drops a case of a fuzz test unless a condition holds.
    function assume(bool condition) external pure;

    /// @notice Fails the test unless the condition holds, as all functions below do for theirs.
    function assertTrue(bool condition) external pure;

    function assertTrue(bool condition, string calldata reason) external pure;

    function assertFalse(bool condition) external pure;

    function assertEq(uint256 left, uint256 right) external pure;

    function assertEq(uint256 left, uint256 right, string calldata reason) external pure;

    function assertEq(address left, address right) external pure;

    function assertEq(address left, address right, string calldata reason) external pure;

    function assertEq(bytes32 left, bytes32 right) external pure;

    function assertEq(string calldata left, string calldata right) external pure;

    function assertEq(bytes calldata left, bytes calldata right) external pure;

    function assertGe(uint256 left, uint256 right) external pure;

    function assertLe(uint256 left, uint256 right) external pure;
}

/// @dev Address of the cheatcodes in every runner of such tests.
Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
